import { checkBareContext } from './bare-context.ts'
import { checkBrowser } from './browser.ts'
import { checkChangesets } from './changesets.ts'
import type { Check } from './check.ts'
import { command } from './command.ts'
import { buildings } from './buildings.ts'
import { checkFloors } from './floors.ts'
import { checkCommits } from './commits.ts'
import { checkLayers } from './layers.ts'
import { checkManifests } from './manifests.ts'
import { checkMessages } from './messages.ts'
import { checkNodeVersions } from './node-versions.ts'
import { checkPacked } from './packed.ts'
import { checkProse } from './prose.ts'
import { checkRings } from './rings.ts'
import { checkSizes } from './sizes.ts'
import { checkSourceWords, type Allowed } from './source-words.ts'
import { checkTrackedFiles } from './tracked-files.ts'
import { checkTypeNames } from './type-names.ts'
import { checkTypes } from './types.ts'
import { checkYoungObjects } from './young-objects.ts'

/** Counts of words without a subject that folders may still have: none. */
const stillAllowed: Allowed = {}

/** Names of types that mean the same in several files. */
const sharedTypeNames = [
  // Siblings of providers and formats.
  'CallIds KnobRow Layout PartRecord Placed RequestPlan Setting ThinkingPlan ThinkingRow UsageReader',
  'WriteContext WrittenMessages',
  // Contracts that packages repeat, so that none imports the other.
  'Balance BodyDecoder BodyFraming BudgetEvent GroupUsage KeyRights LeakReason MadeKey ServerFacts Snippet StoreState',
  'TraceSummary TrimRule UsageReport Visibility',
  // Short names of common types.
  'ErrorPart Json JsonSchema Loose OfChoice Scalar',
].flatMap((names) => names.split(' '))

/** All checks, the slowest first: a slow check that starts late would prolong the run. */
export const checks: Check[] = [
  { name: 'build', run: () => command('turbo', 'run', 'build', '--output-logs=errors-only') },
  { name: 'documentation site, with its links', run: () => command('pnpm', 'run', 'docs:build') },
  { name: 'packed files (publint, attw)', after: 'build', run: checkPacked },
  // Takes a third of the time of `turbo run typecheck`.
  { name: 'types', run: () => checkTypes() },
  {
    name: 'types of what runs in browsers',
    after: 'build',
    run: () => command('turbo', 'run', 'typecheck', '--filter=@reason/web', '--filter=@reason/site', '--output-logs=errors-only'),
  },
  { name: 'lint', run: () => command('oxlint', '--type-aware', '--deny-warnings') },
  { name: 'unused code and dependencies', run: () => command('knip') },
  { name: 'package boundaries', run: () => command('turbo', 'boundaries') },
  { name: 'format', run: () => command('oxfmt', '--check') },
  { name: 'one version of each dependency', run: () => command('sherif', '--fail-on-warnings') },
  { name: 'package layers', run: checkLayers },
  { name: 'floors inside of packages', run: () => checkFloors(buildings) },
  { name: 'no rings among folders', run: () => checkRings() },
  { name: 'manifests and readmes', run: checkManifests },
  { name: 'bundles for a browser', run: checkBrowser },
  { name: 'runs in a bare context', run: checkBareContext },
  { name: 'prose of the documentation', run: checkProse },
  { name: 'named subjects in the source', run: () => checkSourceWords(stillAllowed) },
  { name: 'a name for each type', run: () => checkTypeNames(sharedTypeNames) },
  { name: 'objects of a request are collected young', run: () => checkYoungObjects() },
  { name: 'page of messages', run: () => checkMessages() },
  { name: 'sizes', run: checkSizes },
  { name: 'no hosts or machine paths', run: checkTrackedFiles },
  { name: 'changesets', run: () => checkChangesets() },
  { name: 'one version of Node for the tools', run: () => checkNodeVersions() },
  { name: 'commit subjects', run: () => checkCommits() },
]
