/** Exit codes of the command. Part of its interface, listed in `docs/reference/exit-codes.md`. */
export const exitCodes = {
  ok: 0,
  /** `verify`: a check failed. `replay`: the provider would refuse the request. `doctor`: problems were found. `config`: the configuration is invalid. */
  failed: 1,
  /** A command, option, value, adapter or adapter option that does not exist or does not fit. */
  usage: 2,
  /** The input is missing, unreadable, or in another format than given. */
  input: 3,
  /** The input was read, and reports that the generation failed. */
  generation: 4,
  /** A fault of the command itself. */
  fault: 70,
  interrupted: 130,
} as const
