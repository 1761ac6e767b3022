export interface ReplayFlags {
  to: string
  model?: string
  provider?: string
  from?: string
  fromModel?: string
  fromProvider?: string
  /** File with the previous request. */
  prefix?: string
  json?: boolean
}
