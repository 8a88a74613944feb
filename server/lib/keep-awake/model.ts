export interface Battery {
  /** 0 to 100. */
  percent: number;
  isDischarging: boolean;
}
