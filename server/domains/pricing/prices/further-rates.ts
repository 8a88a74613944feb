/**
 * Further models of the price lists of OpenAI and Google, and those that OpenRouter offers: each with dollars per million
 * tokens of input and output, then of what is read from a cache and written to one, where those differ. These prices are the
 * same for prompts of any length.
 */
export const furtherRates = {
  openAiAndGoogle: `
deep-research-max-preview-04-2026 2 12 0.2; deep-research-preview-04-2026 2 12 0.2
gemini-2-5-computer-use-preview-10-2025 1.25 10; gemini-2-5-flash 0.3 2.5 0.03; gemini-2-5-flash-lite 0.1 0.4 0.01
gemini-2-5-pro 1.25 10 0.125; gemini-3-1-flash-lite 0.25 1.5 0.025; gemini-3-1-flash-lite-image 0.25 30
gemini-3-1-flash-lite-preview 0.25 1.5 0.025; gemini-3-1-flash-live-preview 0.75 4.5; gemini-3-1-pro-preview 2 12 0.2
gemini-3-1-pro-preview-customtools 2 12 0.2; gemini-3-5-flash 1.5 9 0.15; gemini-3-5-flash-lite 0.3 2.5 0.03
gemini-3-6-flash 0.75 3.75 0.075; gemini-3-7-flash 0.75 3.75 0.075; gemini-3-8-flash 0.75 3.75 0.075
gemini-3-flash-preview 0.5 3 0.05; gemini-flash-latest 1.5 9 0.15; gemini-flash-lite-latest 0.25 1.5 0.025
gemma-4-26b-a4b-it 0 0; gemma-4-31b-it 0 0; gpt-4 30 60; gpt-4-1 2 8 0.5; gpt-4-1-mini 0.4 1.6 0.1; gpt-4-1-nano 0.1 0.4 0.025
gpt-4-turbo 10 30; gpt-4o 2.5 10 1.25; gpt-4o-2024-05-13 5 15; gpt-4o-2024-08-06 2.5 10 1.25; gpt-4o-2024-11-20 2.5 10 1.25
gpt-4o-mini 0.15 0.6 0.075; gpt-5 1.25 10 0.125; gpt-5-1 1.25 10 0.125; gpt-5-2 1.75 14 0.175; gpt-5-2-chat-latest 1.75 14 0.175
gpt-5-2-pro 21 168; gpt-5-3-chat-latest 1.75 14 0.175; gpt-5-3-codex 1.75 14 0.175; gpt-5-3-codex-spark 1.75 14 0.175
gpt-5-4-mini 0.75 4.5 0.075; gpt-5-4-nano 0.2 1.25 0.02; gpt-5-chat-latest 1.25 10 0.125; gpt-5-mini 0.25 2 0.025
gpt-5-nano 0.05 0.4 0.005; gpt-5-pro 15 120; gpt-realtime-2-1 4 24 0.4; o1 15 60 7.5; o1-pro 150 600; o3 2 8 0.5
o3-mini 1.1 4.4 0.55; o3-pro 20 80; o4-mini 1.1 4.4 0.275
`,
  openRouter: `
aion-2-0 0.8 1.6 0.2; aion-3-0 3 6 0.75; aion-3-0-mini 0.7 1.4 0.18; claude-fable-5-1:batch 5 25 0.125 6.25
claude-fable-5:batch 5 25 0.5 6.25; claude-fable-latest 10 50 0.25 12.5; claude-haiku-4-5:batch 0.5 2.5 0.05 0.625
claude-haiku-latest 1 5 0.1 1.25; claude-opus-4-1:batch 7.5 37.5 0.75 9.375; claude-opus-4-5:batch 2.5 12.5 0.25 3.125
claude-opus-4-6:batch 2.5 12.5 0.25 3.125; claude-opus-4-7:batch 2.5 12.5 0.25 3.125; claude-opus-4-8:batch 2.5 12.5 0.25 3.125
claude-opus-5-5:batch 2 10 0.1 2.5; claude-opus-5:batch 2.5 12.5 0.25 3.125; claude-opus-latest 4 20 0.2 5
claude-sonnet-4-5:batch 1.5 7.5 0.15 1.875; claude-sonnet-4-6:batch 1.5 7.5 0.15 1.875; claude-sonnet-5:batch 1 5 0.1 1.25
claude-sonnet-latest 2 10 0.2 2.5; codestral-2508 0.3 0.9 0.03; codestral-2508:batch 0.15 0.45 0.015; command-r-08-2024 0.15 0.6
command-r-plus-08-2024 2.5 10; deepseek-chat 0.32 0.89; deepseek-chat-v3-0324 0.25 1; deepseek-chat-v3-1 0.25 0.95 0.13
deepseek-flash-latest 0.12 0.48 0.0036; deepseek-pro-latest 0.39996 1.19988 0.012726; deepseek-r1 0.7 2.5
deepseek-r1-0528 0.5 2.15 0.35; deepseek-v3-1-terminus 0.27 1 0.135; deepseek-v3-2 0.269 0.4 0.1345; deepseek-v3-2-exp 0.27 0.41
deepseek-v4-1-flash 0.15 0.6 0.003; deepseek-v4-1-flash:batch 0.112 0.336 0.00336; deepseek-v4-flash 0.049 0.098 0.0098
deepseek-v4-flash-0731 0.04 0.64 0.016; deepseek-v4-flash-latest 0.03 0.8 0.008; deepseek-v4-flash-vision-exp 0.22 0.66 0.007
deepseek-v4-pro 0.895578 1.791156 0.074632; deepseek-v4-pro-0813 0.66 1.98 0.022; devstral-2512 0.4 2 0.04
dots-3-note-preview:free 0 0; free 0 0; fugu-max 2 6 0.25; fugu-ultra 5 30 0.5; fugu-ultra-v2 5 30 0.5; fusion 0 0
gemini-2-5-flash-lite:batch 0.05 0.2 0.01; gemini-2-5-flash:batch 0.15 1.25 0.03; gemini-2-5-pro-preview 1.25 10 0.125 0.375
gemini-2-5-pro:batch 0.625 5 0.125; gemini-3-1-flash-lite:batch 0.125 0.75 0.0125; gemini-3-1-pro-preview:batch 1 6
gemini-3-5-flash-lite:batch 0.15 1.25 0.015; gemini-3-5-flash:batch 0.75 4.5 0.075
gemini-3-6-flash:batch 0.375 1.875 0.0375 0.041667; gemini-3-7-flash:batch 0.375 1.875 0.0375 0.041667
gemini-3-8-flash:batch 0.375 1.875 0.0375 0.041667; gemini-3-flash-preview:batch 0.25 1.5; gemini-3-pro-image 2 12 0.2 0.375
gemini-pro-latest 2 12 0.2 0.375; gemma-3-12b-it 0.05 0.15; gemma-3-27b-it 0.08 0.45 0.04; gemma-4-26b-a4b-it:free 0 0
gemma-4-31b-it:free 0 0; glm-4-5 0.6 2.2 0.11; glm-4-5-air 0.13 0.85 0.025; glm-4-5v 0.6 1.8 0.11; glm-4-6 0.43 1.75 0.08
glm-4-6v 0.3 0.9 0.055; glm-4-7 0.4 1.75 0.08; glm-4-7-flash 0.0605 0.4; glm-5 0.6 1.9 0.119; glm-5-1 0.966 3.036 0.1794
glm-5-2 0.6496 2.0416 0.12064; glm-5-3 0.6538 2.0548 0.12142; glm-5-3-flash 0.15 0.5 0.05; glm-5-3-flash:batch 0.06 0.2 0.012
glm-5-3-flashx 0.37 1.25 0.075; glm-5-3:batch 0.72 2.4 0.12; glm-5-turbo 1.2 4 0.24; glm-5v-turbo 1.2 4 0.24
glm-flash-latest 0.075 0.25 0.015; glm-latest 0.6538 2.0548 0.12142; gpt-3-5-turbo 0.5 1.5; gpt-3-5-turbo-0613 1 2
gpt-3-5-turbo-16k 3 4; gpt-3-5-turbo:batch 0.25 0.75; gpt-4-1-mini:batch 0.2 0.8 0.05; gpt-4-1-nano:batch 0.05 0.2 0.0125
gpt-4-1:batch 1 4 0.25; gpt-4-turbo:batch 5 15; gpt-4o-mini:batch 0.075 0.3 0.0375; gpt-4o:batch 1.25 5 0.625
gpt-5-1-codex 1.25 10 0.13; gpt-5-1-codex-max 1.25 10 0.125; gpt-5-1-codex-mini 0.25 2 0.03; gpt-5-1:batch 0.625 5 0.0625
gpt-5-2-chat 1.75 14 0.175; gpt-5-2-codex 1.75 14 0.175; gpt-5-2-pro:batch 10.5 84; gpt-5-2:batch 0.875 7 0.0875
gpt-5-4-mini:batch 0.375 2.25 0.0375; gpt-5-4-nano:batch 0.1 0.625 0.01; gpt-5-4-pro:batch 15 90; gpt-5-4:batch 1.25 7.5 0.125
gpt-5-5-pro:batch 15 90; gpt-5-5:batch 2.5 15 0.25; gpt-5-6-luna-pro 0.2 1.2 0.02 0.25; gpt-5-6-luna-pro:batch 0.1 0.6 0.01
gpt-5-6-luna:batch 0.1 0.6 0.01; gpt-5-6-sol-pro 2 10 0.2 2.5; gpt-5-6-sol-pro:batch 1 5 0.1 1.25
gpt-5-6-sol:batch 1 5 0.1 1.25; gpt-5-6-terra-pro 2 12 0.2 2.5; gpt-5-6-terra-pro:batch 1 6 0.1; gpt-5-6-terra:batch 1 6 0.1
gpt-5-mini:batch 0.125 1 0.0125; gpt-5-nano:batch 0.025 0.2 0.0025; gpt-5-pro:batch 7.5 60; gpt-5:batch 0.625 5 0.0625
gpt-6-astra-pro 10 50 1 12.5; gpt-6-astra-pro:batch 5 25 0.5 6.25; gpt-6-astra:batch 5 25 0.5 6.25
gpt-6-luna-pro 0.1 0.5 0.01 0.125; gpt-6-luna-pro:batch 0.05 0.25 0.005 0.0625; gpt-6-luna:batch 0.05 0.25 0.005 0.0625
gpt-6-sol-pro 2 10 0.2 2.5; gpt-6-sol-pro:batch 1 5 0.1 1.25; gpt-6-sol:batch 1 5 0.1 1.25; gpt-astra-latest 10 50 1 12.5
gpt-audio 2.5 10; gpt-audio-mini 0.6 2.4; gpt-chat-latest 5 30 0.5; gpt-luna-latest 0.1 0.5 0.01 0.125
gpt-mini-latest 0.75 4.5 0.075; gpt-oss-120b 0.15 0.6 0.075; gpt-oss-20b 0.018 0.09; gpt-oss-20b:batch 0.024 0.112
gpt-oss-safeguard-20b 0.075 0.3 0.0375; gpt-sol-latest 2 10 0.2 2.5; gpt-terra-latest 2 12 0.2 2.5
granite-4-2-8b 0.06 0.25 0.015; grok-4-20 1.25 2.5 0.2; grok-4-3 1.25 2.5 0.2; grok-4-3:batch 1 2 0.16; grok-4-5 2 6 0.3
grok-4-6 2 6 0.5; grok-4-7 1.6 4.8 0.4; grok-build-0-1 1 2 0.2; grok-latest 1.6 4.8 0.4; hy3 0.0825 0.33 0.020625
hy3-preview 0.18 0.6 0.06; hy4-preview 0.834 2.501 0.042; inkling 1 4.05 0.17; inkling-small 0.45 1.2 0.1
inkling-small:free 0 0; inkling:free 0 0; kat-coder-pro-v2-5 0.74 2.96 0.15; kimi-k2 0.57 2.3; kimi-k2-0905 0.6 2.5
kimi-k2-5 0.41 2.06 0.07; kimi-k2-6 0.95 4 0.16; kimi-k2-7-code 0.7062 3.3 0.18; kimi-k2-thinking 0.6 2.5 0.15; kimi-k3 3 15 0.3
kimi-k3:batch 2.28 11.4 0.228; kimi-latest 1.4989 10.758 0.3; l3-1-euryale-70b 0.85 0.85; laguna-s-2-1 0.09 0.18 0.009
laguna-s-2-1:free 0 0; laguna-xs-2-1 0.06 0.12 0.03; laguna-xs-2-1:free 0 0; lfm-2-5-2-6b:free 0 0
ling-3-0-flash 0.021 0.063 0.0042; ling-3-0-flash-fin 0.06 0.18 0.012; ling-3-0-flash-fin:free 0 0
ling-3-0-flash-sante:free 0 0; ling-3-0-flash-vl 0.06 0.18 0.012; ling-3-0-flash-vl:free 0 0; llama-3-1-70b-instruct 0.4 0.4
llama-3-1-8b-instruct 0.05 0.08 0.025; llama-3-3-70b-instruct 0.1 0.32; llama-4-maverick 0.1875 0.6525; llama-4-scout 0.1 0.3
longcat-2-0 0.3 1.2 0.006; mercury-2 0.25 0.75 0.025; mercury-2-5 0.04 0.15 0.004; mimo-v2-5 0.14 0.28 0.0028
mimo-v2-5-pro 0.435 0.87 0.0036; mimo-v2-6-flash 0.14 0.28 0.0028; mimo-v2-6-pro 0.435 0.87 0.0036
mimo-v2-6-pro-ultraspeed 4.35 8.7 0.036; minimax-m1 0.4 2.2; minimax-m2 0.255 1.02; minimax-m2-1 0.3 1.2 0.03
minimax-m2-5 0.27 1.08 0.027; minimax-m2-7 0.3 1.2 0.06; minimax-m3 0.3 1.2 0.06; ministral-14b-2512 0.2 0.2 0.02
ministral-3b-2512 0.1 0.1 0.01; ministral-8b-2512 0.15 0.15 0.015; ministral-8b-2512:batch 0.075 0.075 0.0075
mistral-large 2 6 0.2; mistral-large-2407 2 6 0.2; mistral-large-2512:batch 0.25 0.75 0.025; mistral-medium-3 0.4 2 0.04
mistral-medium-3-1 0.4 2 0.04; mistral-medium-3-1:batch 0.2 1 0.02; mistral-medium-3-5 1.5 7.5
mistral-medium-3-5:batch 0.75 3.75; mistral-nemo 0.019 0.03; mistral-saba 0.2 0.6 0.02; mistral-small-2603 0.15 0.6 0.015
mistral-small-2603:batch 0.075 0.3 0.0075; mistral-small-3-1-24b-instruct 0.351 0.555
mistral-small-3-2-24b-instruct 0.09375 0.25; mixtral-8x22b-instruct 2 6 0.2; muse-glimmer-30b 0.3 1.2 0.04
muse-spark-1-1 1.25 4.25 0.15; muse-spark-1-2 1.25 4.25 0.15; muse-spark-1-2-contributor 0.1 0.2 0.002
muse-spark-1-3 1.25 4.25 0.15; muse-spark-1-3-contributor 0.1 0.2 0.002; nemotron-3-5-lightning 0.07 0.2 0.04
nemotron-3-5-lightning:free 0 0; nemotron-3-nano-30b-a3b 0.05 0.2 0.03; nemotron-3-nano-omni-30b-a3b-reasoning:free 0 0
nemotron-3-super-120b-a12b 0.08 0.45; nemotron-3-super-120b-a12b:free 0 0; nemotron-3-ultra-550b-a55b 0.6 2.4 0.12
nemotron-3-ultra-550b-a55b:free 0 0; nex-n2-5-mini:free 0 0; nex-n2-5-pro 0.075 0.25 0.015; nex-n2-5-pro:free 0 0
north-mini-code:free 0 0; nova-2-lite-v1 0.3 2.5; nova-lite-v1 0.06 0.24; nova-micro-v1 0.035 0.14
nova-premier-v1 2.5 12.5 0.625; nova-pro-v1 0.8 3.2; o3-mini-high 1.1 4.4 0.55; o3-mini:batch 0.55 2.2 0.275; o3:batch 1 4 0.25
o4-mini-high 1.1 4.4 0.275; o4-mini:batch 0.55 2.2 0.1375; pareto 2.5 7.5 0.25; qwen-2-5-72b-instruct 0.36 0.4
qwen-2-5-7b-instruct 0.1 0.2; qwen-plus 0.26 0.78 0.052 0.325; qwen-plus-2025-07-28 0.26 0.78; qwen3-14b 0.12 0.24
qwen3-235b-a22b 0.455 1.82; qwen3-235b-a22b-2507 0.0875 0.35 0.0175; qwen3-235b-a22b-thinking-2507 0.23 2.3
qwen3-30b-a3b 0.12 0.5; qwen3-30b-a3b-instruct-2507 0.04815 0.19305; qwen3-30b-a3b-thinking-2507 0.2 2.4; qwen3-32b 0.08 0.28
qwen3-5-122b-a10b 0.26 2.08; qwen3-5-27b 0.195 1.56; qwen3-5-35b-a3b 0.3125 1.25 0.15625; qwen3-5-397b-a17b 0.55 3.5 0.225
qwen3-5-9b 0.1 0.15; qwen3-5-flash-02-23 0.065 0.26; qwen3-5-plus-02-15 0.26 1.56; qwen3-5-plus-20260420 0.3 1.8 0.3 0.375
qwen3-6-27b 0.32 2.7 0.15; qwen3-6-35b-a3b 0.15 1 0.05; qwen3-6-flash 0.1875 1.125 0.1875 0.234375
qwen3-6-max-preview 1.027 6.162 1.027 1.28375; qwen3-6-plus 0.325 1.95 0.325 0.40625; qwen3-7-flash 0.03 0.13 0.006 0.038
qwen3-7-max 1.475 4.425 0.295 1.84375; qwen3-7-plus 0.32 1.28 0.064 0.4; qwen3-8-2-4t-a95b 2 6 0.25; qwen3-8-27b 0.42 3 0.085
qwen3-8-27b:free 0 0; qwen3-8-flash 0.15 0.47 0.016 0.2; qwen3-8-max-0902 2 6 0.25 2.5; qwen3-8-omni-flash 0.15 0.47 0.016
qwen3-8b 0.117 0.455; qwen3-coder 0.3 1 0.1; qwen3-coder-30b-a3b-instruct 0.07 0.28; qwen3-coder-flash 0.195 0.975 0.039 0.24375
qwen3-coder-next 0.12 0.8 0.07; qwen3-coder-plus 0.65 3.25 0.13 0.8125; qwen3-max 0.78 3.9 0.156 0.975
qwen3-max-thinking 0.78 3.9; qwen3-next-80b-a3b-instruct 0.09 1.1; qwen3-next-80b-a3b-thinking 0.15 1.2
qwen3-vl-235b-a22b-instruct 0.21 1.9 0.1; qwen3-vl-235b-a22b-thinking 0.4 4; qwen3-vl-30b-a3b-instruct 0.13 0.52
qwen3-vl-30b-a3b-thinking 0.2 2.4; qwen3-vl-32b-instruct 0.104 0.416; qwen3-vl-8b-instruct 0.117 0.455
qwen3-vl-8b-thinking 0.18 2.1; reka-edge 0.1 0.1; relace-search 1 3; sakana-namazu 0.95 4 0.15; seed-1-6 0.25 2
seed-1-6-flash 0.075 0.3; seed-2-0-code 0.5 3; seed-2-0-lite 0.25 2; seed-2-0-mini 0.1 0.4; seed-2-1-turbo 0.5 2.5
solar-pro-3 0.15 0.6 0.015; solar-pro4 0.09 0.36 0.018; step-3-5-flash 0.1 0.3; step-3-7-flash 0.2 1.15 0.04
ternary-bonsai-2-27b 0.075 0.5; trinity-large-thinking 0.25 0.8 0.06; voxtral-small-24b-2507 0.1 0.3 0.01
`,
};
