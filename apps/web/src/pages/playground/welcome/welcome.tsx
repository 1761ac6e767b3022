import './welcome.css'
import type { Model } from '@reason/gateway-api'
import { lazy } from '../../../ui/lazy.tsx'
import { words } from '../../../words/en/welcome.ts'
import { ask } from '../conversation.ts'
import { isRecording, models } from '../settings/models.ts'
import { watchRecording } from './example.ts'

const WhyView = lazy(() => import('./why/why-view.tsx').then(({ WhyView: view }) => view))

/** Start page of the playground: explains the purpose, and offers recordings or example questions. */
export function Welcome() {
  const all = models.value
  const list = all.state === 'known' ? all.list : []
  const recordings = list.filter(isRecording)
  const plain = recordings.filter(({ example }) => example?.title === undefined)
  return (
    <div class="welcome">
      <h2>{words.title}</h2>
      <p class="soft">{words.why.sentence}</p>
      <div class="why-place">
        <WhyView />
      </div>
      <h3 class="welcome-next">{recordings.length > 0 ? words.recordings : words.models}</h3>
      {recordings.length > 0 ? (
        <>
          <ul class="welcome-cards">
            {recordings.map(
              (model) => model.example?.title !== undefined && <Card key={model.id} model={model} title={model.example.title} />,
            )}
          </ul>
          <p class="row welcome-formats small">
            <span class="soft">{words.formats}</span>{' '}
            {plain.map((model) => (
              <button key={model.id} type="button" class="button small" title={model.description} onClick={() => watchRecording(model)}>
                {shortName(model.id)}
              </button>
            ))}
          </p>
        </>
      ) : (
        <ul class="welcome-cards">
          {words.questions.map((question) => (
            <li key={question}>
              <button
                type="button"
                class="stack card welcome-card"
                disabled={list.length === 0}
                onClick={() => ask({ type: 'question', text: question })}
              >
                {question}
              </button>
            </li>
          ))}
        </ul>
      )}
      <p class="soft small">{words.ephemeral}</p>
    </div>
  )
}

function Card({ model, title }: { model: Model; title: string }) {
  return (
    <li>
      <button type="button" class="stack card welcome-card" onClick={() => watchRecording(model)}>
        <strong>{title}</strong>
        <span class="small soft">{model.description}</span>
      </button>
    </li>
  )
}

const shortName = (id: string): string => id.slice(id.indexOf('/') + 1)
