import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Outcome } from './check.ts'
import { importsOf } from './imports.ts'
import { root } from './workspace.ts'

/** A package whose folders and files are floors: code imports only from its own floor and from lower ones. */
export interface Building {
  /** Folder of the sources, relative to the root of the repository. */
  folder: string
  /** Folders or files of `folder`, the lowest first. A file is on the longest matching floor. */
  floors: readonly string[]
}

/** Finds every import from a higher floor. */
export function checkFloors(buildings: readonly Building[], from = root): Outcome {
  return { problems: buildings.flatMap((building) => problemsOf(building, from)) }
}

function problemsOf({ folder, floors }: Building, from: string): string[] {
  const files = globSync('**/*.ts', { cwd: join(from, folder) }).sort()
  const homeless = files
    .filter((file) => floorOf(file, floors) === -1)
    .map((file) => `${folder}/${file} stands on no floor. Add its folder to the floors.`)
  const upward = files.flatMap((file) =>
    importsOf(join(from, folder, file))
      .filter(({ specifier }) => specifier.startsWith('.'))
      .map(({ specifier, line }) => ({ file, line, to: join(dirname(file), specifier) }))
      .filter(({ to }) => floorOf(to, floors) > floorOf(file, floors)),
  )
  return [
    ...homeless,
    ...upward.map(
      ({ file, line, to }) => `${folder}/${file}:${line} imports ${to}, which is on a higher floor. Pass it in, or move one of them.`,
    ),
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
