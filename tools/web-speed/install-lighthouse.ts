import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { env, execPath } from 'node:process'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { z } from 'zod'
import { type Look, readLook } from './read-report.ts'

const folder = fileURLToPath(new URL('lighthouse/', import.meta.url))
const entry = `${folder}node_modules/lighthouse/core/index.js`

/** What is asked of Lighthouse beside its own slow phone. */
export interface LighthouseOptions {
  /** Where the browser listens for whoever steers it. */
  port: number
  /** Sent with every request. */
  extraHeaders: Readonly<Record<string, string>>
  onlyCategories: readonly string[]
}

export type Lighthouse = (url: string, options: LighthouseOptions) => Promise<Look>

/** Pictures of whole pages are for its own report, which nobody reads here. */
const always = { output: 'json', logLevel: 'error', disableFullPageScreenshot: true }

const Module = z.object({
  default: z.custom<(url: string, flags: object) => Promise<unknown>>((value) => typeof value === 'function'),
})

/**
 * Google's Lighthouse in the version of the lock file beside this one. It is installed now when it is not there: it
 * brings 170 MB that neither the product nor its tests need.
 */
export async function installLighthouse(): Promise<Lighthouse> {
  if (!existsSync(entry)) install()
  const { default: run } = Module.parse(await import(pathToFileURL(entry).href))
  return async (url, options) => readLook(await run(url, { ...options, ...always }))
}

function install(): void {
  console.log('Installing Lighthouse …')
  const [program, ...first] = env.npm_execpath ? [execPath, env.npm_execpath] : ['npm']
  const options = ['ci', '--no-audit', '--no-fund', '--loglevel=error', '--ignore-scripts']
  const { status } = spawnSync(program ?? 'npm', [...first, ...options], { cwd: folder, stdio: 'inherit' })
  if (status !== 0) throw new Error('npm could not install Lighthouse; its reason is above.')
}
