import { createHash } from 'node:crypto'
import { relative } from 'node:path'

/**
 * What a class of a CSS module is called in the browser: its name, and what tells the modules apart. Every page
 * downloads some two hundred of these names twice, in its styles and in its script, so they hold no more than that.
 */
export function className(name: string, file: string): string {
  const module = relative(import.meta.dirname, file.replace(/\?.*$/, ''))
  return `${name}_${createHash('sha256').update(module).digest('base64url').slice(0, 4)}`
}
