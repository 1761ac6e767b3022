import './theme/theme.css'
import './theme/base.css'
import { render } from 'preact'
import { Shell } from './shell/shell.tsx'

render(<Shell />, document.body)
