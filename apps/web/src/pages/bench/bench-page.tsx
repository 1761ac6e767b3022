import './bench.css'
import { words } from '../../words/en/bench.ts'
import { changeChoice, choices, chunkSize, input, kind, model } from './state.ts'
import { useBench } from './use-bench.ts'
import { ChunkControls } from './view/chunk-controls.tsx'
import { InputPanel } from './view/input-panel.tsx'
import { OutcomeView } from './view/outcome-view.tsx'
import { Options } from './view/options.tsx'
import type { BenchChoice } from './run/choice.ts'

export default function BenchPage() {
  const list = choices.value
  return (
    <div class="stack page bench">
      <header class="bench-head">
        <h1>{words.title}</h1>
        <p class="soft">{words.about}</p>
      </header>
      <div class="bench-top">
        <InputPanel />
        <Options />
      </div>
      {input.value !== '' && <ChunkControls />}
      <div class="bench-sides" data-count={list.length}>
        {list.map((choice, index) => (
          <Side key={index} choice={choice} index={index} />
        ))}
      </div>
    </div>
  )
}

/** Shows the text as one of the compared choices splits it. */
function Side({ choice, index }: { choice: BenchChoice; index: number }) {
  const bench = useBench({ text: input.value, model: model.value, kind: kind.value, choice, size: chunkSize.value })
  return <OutcomeView bench={bench} choice={choice} onChange={(change) => changeChoice(index, change)} />
}
