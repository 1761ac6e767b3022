import { words } from '../../words/en/playground.ts'
import { ask } from './conversation.ts'
import { isRecording, models, type Model } from './settings/models.ts'
import { change } from './settings/settings.ts'

/** Before the first question: what there is to see, one click away. */
export function Welcome() {
  const all = models.value
  const list = all.state === 'known' ? all.list : []
  const recordings = list.filter(isRecording)
  return (
    <div class="welcome">
      <h2>{words.welcome.title}</h2>
      <p class="soft">{recordings.length > 0 ? words.welcome.recordings : words.welcome.models}</p>
      {recordings.length > 0 ? (
        <ul class="welcome-cards">
          {recordings.map((model) => (
            <li key={model.id}>
              <button type="button" class="card welcome-card" onClick={() => watch(model)}>
                <strong>{shortName(model.id)}</strong>
                <span class="small soft">{model.description}</span>
                <span class="welcome-go" aria-hidden="true">
                  {words.welcome.watch}
                </span>
              </button>
            </li>
          ))}
        </ul>
      ) : (
        <ul class="welcome-cards">
          {words.welcome.questions.map((question) => (
            <li key={question}>
              <button
                type="button"
                class="card welcome-card"
                disabled={list.length === 0}
                onClick={() => ask({ type: 'question', text: question })}
              >
                {question}
              </button>
            </li>
          ))}
        </ul>
      )}
      <p class="soft small">{words.welcome.ephemeral}</p>
    </div>
  )
}

function watch({ id }: Model): void {
  change({ model: id })
  ask({ type: 'question', text: id.includes('tool') ? words.welcome.toolQuestion : words.welcome.recordedQuestion })
}

const shortName = (id: string): string => id.slice(id.indexOf('/') + 1)
