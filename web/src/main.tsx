import './ui/styles.ts'
import { createRoot } from 'react-dom/client'
import { setCallOrigins } from '#api/call-address.ts'
import { App } from './app.tsx'
import { StartFailed } from './shell/start-failed.tsx'
import { readStart } from './start.ts'

const container = document.getElementById('root')
if (!container) throw new Error('The page has no root element')
createRoot(container).render(page())

function page() {
  try {
    const start = readStart(document)
    setCallOrigins(start.callOrigins)
    return <App start={start} />
  } catch {
    return <StartFailed />
  }
}
