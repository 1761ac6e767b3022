import { AlwaysOffSampler, AlwaysOnSampler, ParentBasedSampler, TraceIdRatioBasedSampler, type Sampler } from '@opentelemetry/sdk-trace'
import { ConfigError } from '../config/config-error.ts'

const samplers: Readonly<Record<string, (ratio: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
  parentbased_always_on: () => new ParentBasedSampler({ root: new AlwaysOnSampler() }),
  parentbased_always_off: () => new ParentBasedSampler({ root: new AlwaysOffSampler() }),
  parentbased_traceidratio: (ratio) => new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(ratio) }),
}

/**
 * Sampler of `OTEL_TRACES_SAMPLER` and `OTEL_TRACES_SAMPLER_ARG`. Default: all traces, unless the client's own trace is not sampled.
 *
 * @throws {ConfigError} for an unknown name or a share outside 0 to 1
 */
export function samplerOf(environment: Readonly<Record<string, string>>): Sampler {
  const { OTEL_TRACES_SAMPLER: name = 'parentbased_always_on', OTEL_TRACES_SAMPLER_ARG: share = '1' } = environment
  if (!Object.hasOwn(samplers, name)) {
    const known = Object.keys(samplers).join(', ')
    throw new ConfigError([`OTEL_TRACES_SAMPLER (environment) is ${JSON.stringify(name)}, but must be one of: ${known}.`])
  }
  const ratio = Number(share)
  if (!(ratio >= 0 && ratio <= 1) || share.trim() === '')
    throw new ConfigError([`OTEL_TRACES_SAMPLER_ARG (environment) is ${JSON.stringify(share)}, but must be a number from 0 to 1.`])
  return samplers[name]!(ratio)
}
