import { fileURLToPath } from 'node:url'
import { defineProject, type UserWorkspaceConfig } from 'vitest/config'

/**
 * The settings that every package's tests share: sources run as they are, without a build. Conditions are those of Node: with
 * `module` a dependency may answer with sources for bundlers, which Node cannot load.
 */
export const project = (name: string, test: UserWorkspaceConfig['test'] = {}): UserWorkspaceConfig =>
  defineProject({
    ssr: { resolve: { conditions: ['@reason/source', 'node', 'development|production'] } },
    test: { name, ...test },
  })

/** For `globalSetup`, in a project whose tests need PostgreSQL or Redis: `inject('databaseUrl')`, `inject('redisUrl')`. */
export const services = fileURLToPath(new URL('services/setup.ts', import.meta.url))
