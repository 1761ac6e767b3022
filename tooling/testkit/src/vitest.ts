import { defineProject } from 'vitest/config'

/** The settings that every package's tests share: sources run as they are, without a build. */
export const project = (
  name: string,
  test: Parameters<typeof defineProject>[0] extends infer T ? (T extends { test?: infer U } ? U : never) : never = {},
) =>
  defineProject({
    ssr: { resolve: { conditions: ['@reason/source', 'module', 'node', 'development|production'] } },
    test: { name, ...test },
  })
