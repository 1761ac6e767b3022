import { defineProject, type UserWorkspaceConfig } from 'vitest/config'

/** The settings that every package's tests share: sources run as they are, without a build. */
export const project = (name: string, test: UserWorkspaceConfig['test'] = {}): UserWorkspaceConfig =>
  defineProject({
    ssr: { resolve: { conditions: ['@reason/source', 'module', 'node', 'development|production'] } },
    test: { name, ...test },
  })
