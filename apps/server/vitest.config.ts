import { project, services } from '@reason/testkit/vitest'

/** Tests of access, security, settings and connections are not sampled, but for those of one kind that are many. */
export default project(
  'server',
  { globalSetup: [services] },
  {
    turns: [
      [/\/(?:process|carriers|faults|matrix)\/|\/(?:one-request|whole-and-streamed)\.test\./, 10],
      [/\/gateway\/(?:client-apis|formats|rules)\/|\/wire-siblings\.test\./, 8],
      [/\/(?:cases|gateway|pages|stores)\/|^test\/[^/]+$|\/(?:misled|planted|names|errors)\.test\./, 4],
    ],
  },
)
