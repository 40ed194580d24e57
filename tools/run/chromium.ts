import { spawnSync } from 'node:child_process'

/** Installs one if there is none. @throws Error when none can be found or installed */
export function findChromium(root: string): string {
  const found = spawnSync(process.execPath, ['e2e/browser/find-chromium.ts'], {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (found.status !== 0) throw new Error('The browser journeys need Chromium.')
  return found.stdout.trim()
}
