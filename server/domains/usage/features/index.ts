export { contextFeatures } from "./registry.ts";
export { eachShare, splitKinds, withFeatureShares } from "./shares.ts";
export { featureSplitter, noSplit, type SplitCall, type SplitContext } from "./splitting.ts";
