import { fileURLToPath } from 'node:url'
import { defineProject, type UserWorkspaceConfig } from 'vitest/config'

/**
 * The settings that every package's tests share: sources run as they are, without a build. Conditions are those of Node: with
 * `module` a dependency may answer with sources for bundlers, which Node cannot load.
 */
export const project = (name: string, test: UserWorkspaceConfig['test'] = {}): UserWorkspaceConfig =>
  defineProject({
    ssr: { resolve: { conditions: ['@reason/source', 'node', 'development|production'] } },
    // On a machine that has much to do, a second is not long.
    test: { name, expect: { poll: { timeout: 15_000 } }, ...test },
  })

/** For `globalSetup`, in a project whose tests need PostgreSQL or Redis: `inject('databaseUrl')`, `inject('redisUrl')`. */
export const services = fileURLToPath(new URL('services/setup.ts', import.meta.url))
