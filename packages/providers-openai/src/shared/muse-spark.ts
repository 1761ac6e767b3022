/** Efforts of Meta's Muse Spark models, which always think. */
export const museEfforts = ['minimal', 'low', 'medium', 'high', 'xhigh'] as const

/** Models that refuse the effort `max`: the older ones, and the tier for contributors. */
export const museWithoutMax = ['*muse-spark-1.1*', '*muse-spark-1.2*', '*muse-spark-*-contributor*'] as const
