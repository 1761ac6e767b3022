export interface ReplayFlags {
  to: string
  model: string
  provider?: string
  from?: string
  fromModel?: string
  fromProvider?: string
  /** The request before this one. */
  prefix?: string
  json?: boolean
}
