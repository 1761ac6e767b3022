import './todo.css'
import { words } from '../../../../words/en/dashboard.ts'
import { hrefOf } from '../../../../navigation/route.ts'
import { formatCount, formatShare } from '../../../../words/numbers.ts'
import { tracesHref } from '../../../traces/list/filters.ts'
import type { Live } from '../../live/state.ts'
import { findTodos, type Todo } from './todo.ts'
import { useExplained } from './use-explained.ts'

interface Line {
  id: string
  tone: 'bad' | 'warn' | ''
  text: string
  advice: string
  href: string
  action: string
}

/** Tasks for the operator, each with a link to the page where it is done. */
export function TodoList({ live: { generations, state } }: { live: Live }) {
  const explained = useExplained(generations)
  const todos = findTodos({ generations, balances: state.budgets.balances, upstreams: state.upstreams, explained })
  return (
    <section class="panel-box card todo" aria-labelledby="todo-title">
      <h2 id="todo-title">{words.todo.title}</h2>
      {todos.length === 0 ? (
        <p class="todo-none">{words.todo.none}</p>
      ) : (
        <ul class="stack todo-lines">
          {todos.map(lineOf).map(({ id, tone, text, advice, href, action }) => (
            <li key={id} class={`todo-line ${tone}`}>
              <span>
                <strong>{text}</strong> <span class="soft">{advice}</span>
              </span>
              <a href={href}>{action}</a>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function lineOf(todo: Todo): Line {
  const { text, advice, actions } = words.todo
  switch (todo.kind) {
    case 'upstream': {
      const { upstream, health } = todo.upstream
      return {
        id: `upstream ${upstream}`,
        tone: health === 'down' ? 'bad' : 'warn',
        text: text.upstream(upstream, words.upstreams.states[health]),
        advice: advice.upstream,
        href: tracesHref({ outcome: 'error' }),
        action: actions.failures,
      }
    }
    case 'leaks':
      return {
        id: `leaks ${todo.model}`,
        tone: 'bad',
        text: text.leaks(todo.model, todo.upstream, formatCount(todo.count), formatCount(todo.requests)),
        advice: advice.leaks,
        href: tracesHref({ model: todo.model }, todo.latest === undefined ? [] : [todo.latest]),
        action: actions.traces,
      }
    case 'budget': {
      const { scope, of, used, limit, level } = todo.balance
      return {
        id: `budget ${scope} ${of}`,
        tone: level === 'exceeded' ? 'bad' : 'warn',
        text: text.budget(words.budgets.scopes[scope] ?? scope, of, formatCount(used), formatCount(limit)),
        advice: advice[level === 'exceeded' ? 'budgetExceeded' : 'budgetWarning'],
        href: scope === 'session' ? tracesHref({ session: of }) : hrefOf('keys'),
        action: scope === 'session' ? actions.traces : actions.keys,
      }
    }
    case 'exhausted':
      return {
        id: `exhausted ${todo.model}`,
        tone: 'warn',
        text: text.exhausted(todo.model, formatCount(todo.count), formatCount(todo.requests)),
        advice: advice.exhausted,
        href: tracesHref({ model: todo.model, outcome: 'reasoning-exhausted' }),
        action: actions.traces,
      }
    case 'thinks-much':
      return {
        id: `key ${todo.key}`,
        tone: 'warn',
        text: text.thinksMuch(todo.key, formatShare(todo.share), formatCount(todo.requests)),
        advice: advice.thinksMuch,
        href: tracesHref({ key: todo.key }),
        action: actions.traces,
      }
    case 'guessed':
      return {
        id: `guessed ${todo.model}`,
        tone: '',
        text: text.guessed(todo.model, todo.upstream),
        advice: advice.guessed,
        href: tracesHref({ model: todo.model }),
        action: actions.traces,
      }
  }
}
