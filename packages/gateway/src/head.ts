/** Headers of a request or an answer, with lowercase names. Node's own `IncomingHttpHeaders` fit. */
export type Head = Readonly<Record<string, string | string[] | undefined>> & {
  readonly authorization?: string | undefined
  readonly 'content-encoding'?: string | undefined
  readonly 'content-type'?: string | undefined
  readonly location?: string | undefined
}

/** Headers of a request, with all values of repeated names. */
export type HeadLines = Readonly<Record<string, string[] | undefined>>
