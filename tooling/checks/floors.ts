import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Outcome } from './check.ts'
import { importsOf } from './imports.ts'
import { root } from './workspace.ts'

/** A building: folders or files, the lowest floor first. */
export interface Building {
  /** Of the sources, from the root of the repository. */
  folder: string
  /** Each a folder or a file of it; the longest that fits counts. Values come from the same floor or from one below; types may come from anywhere. */
  floors: readonly string[]
  /** Imports that still lead upwards, as `from -> to`. One that is gone has to be taken off the list. */
  exceptions: readonly string[]
}

/** Finds every import of a value that leads to a higher floor, and every exception that is not needed any more. */
export function checkFloors(buildings: readonly Building[], from = root): Outcome {
  return { problems: buildings.flatMap((building) => problemsOf(building, from)) }
}

function problemsOf({ folder, floors, exceptions }: Building, from: string): string[] {
  const files = globSync('**/*.ts', { cwd: join(from, folder) }).sort()
  const homeless = files
    .filter((file) => floorOf(file, floors) === -1)
    .map((file) => `${folder}/${file} stands on no floor. Add its folder to the floors.`)
  const upward = files.flatMap((file) =>
    importsOf(join(from, folder, file))
      .filter(({ specifier, isType }) => specifier.startsWith('.') && !isType)
      .map(({ specifier, line }) => ({ file, line, to: join(dirname(file), specifier) }))
      .filter(({ to }) => floorOf(to, floors) > floorOf(file, floors)),
  )
  const edges = new Set(upward.map(({ file, to }) => `${file} -> ${to}`))
  return [
    ...homeless,
    ...upward
      .filter(({ file, to }) => !exceptions.includes(`${file} -> ${to}`))
      .map(
        ({ file, line, to }) =>
          `${folder}/${file}:${line} imports a value of ${to}, which is on a higher floor. Pass it in, or move one of them.`,
      ),
    ...exceptions
      .filter((one) => !edges.has(one))
      .map((one) => `${one} is an exception that is not needed any more. Take it off the list of ${folder}.`),
  ]
}

function floorOf(file: string, floors: readonly string[]): number {
  let found = -1
  for (const [index, floor] of floors.entries()) {
    const fits = file === floor || file.startsWith(`${floor}/`)
    if (fits && (found === -1 || floor.length > floors[found]!.length)) found = index
  }
  return found
}
