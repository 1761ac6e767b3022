import type { FastifyInstance } from 'fastify'
import type { Registry } from '@reason/core'
import type { Config } from '../config/load.ts'
import type { Choose } from '../relay/choose.ts'
import type { OpenAnswers } from '../relay/open-answers.ts'
import type { Upstream } from '../upstream/upstream.ts'

/** What routes work with. */
export interface Services {
  config: Config
  formats: Registry
  choose: Choose
  upstream: Upstream
  answers: OpenAnswers
}

export type Routes = (app: FastifyInstance, services: Services) => void
