import './traces.css'
import { words } from '../../words/en/traces.ts'

export default function TracesPage() {
  return (
    <div class="page traces">
      <h1>{words.title}</h1>
    </div>
  )
}
