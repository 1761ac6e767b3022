export interface ReplayFlags {
  to: string
  model: string
  provider?: string
  from?: string
  fromModel?: string
  fromProvider?: string
  json?: boolean
}
