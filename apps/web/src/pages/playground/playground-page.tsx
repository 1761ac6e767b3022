import './playground.css'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { useShortcuts } from '../../navigation/shortcuts.ts'
import { isPinned } from '../../panel/reasoning-panel.tsx'
import { words } from '../../words/en/playground.ts'
import { Composer, focusQuestion } from './composer.tsx'
import { clear, forgetReasoning, stopAll, turns } from './conversation.ts'
import { loadModels } from './settings/models.ts'
import { SettingsBar } from './settings/settings-bar.tsx'
import { TurnView } from './turn-view.tsx'
import { useStayAtEnd } from './use-stay-at-end.ts'
import { NextQuestion } from './welcome/next-question.tsx'
import { Welcome } from './welcome/welcome.tsx'

export default function PlaygroundPage() {
  useEffect(() => {
    void loadModels()
    // Leaving the page ends all streams and drops the reasoning.
    return () => {
      stopAll()
      forgetReasoning()
    }
  }, [])
  useShortcuts(
    useMemo(
      () => [
        { keys: '/', what: words.keys.question, group: words.title, act: focusQuestion },
        { keys: 'Escape', what: words.keys.stop, group: words.title, act: stopAll },
        { keys: 'p', what: words.keys.pin, group: words.title, act: () => (isPinned.value = !isPinned.value) },
        { keys: 'n', what: words.keys.clear, group: words.title, act: startAnew },
      ],
      [],
    ),
  )
  const list = turns.value
  const end = useRef<HTMLDivElement>(null)
  useStayAtEnd(end, list.length)

  return (
    <div class="stack playground">
      <h1 class="unseen">{words.title}</h1>
      <SettingsBar onClear={startAnew} />
      <div class="stack conversation">
        {list.length === 0 ? (
          <Welcome />
        ) : (
          list.map((turn, index) => <TurnView key={turn.id} turn={turn} isLast={index === list.length - 1} />)
        )}
        <NextQuestion />
        <div ref={end} />
      </div>
      <Composer />
    </div>
  )
}

function startAnew(): void {
  clear()
  focusQuestion()
}
