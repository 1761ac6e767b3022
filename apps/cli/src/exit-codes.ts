/** What the command's exit says. Part of its interface: `docs/reference/exit-codes.md` lists them. */
export const exitCodes = {
  ok: 0,
  /** `verify`: something does not hold. `replay`: the provider would refuse it. `doctor`: problems were found. `config`: it is wrong. */
  failed: 1,
  /** A command, option, value, adapter or adapter option that does not exist or does not fit. */
  usage: 2,
  /** The input is not there, cannot be read, or is not what it was said to be. */
  input: 3,
  /** The input was read, and says that the generation itself failed. */
  generation: 4,
  /** Our own fault. */
  fault: 70,
  interrupted: 130,
} as const
