import './playground.css'
import { words } from '../../words/en/playground.ts'

export default function PlaygroundPage() {
  return (
    <div class="page playground">
      <h1>{words.title}</h1>
    </div>
  )
}
