import { createHash } from 'node:crypto'
import { relative } from 'node:path'

/**
 * Names a class of a CSS module for the browser: its own name and a short hash of the module. Every page downloads some
 * two hundred of these names twice, in its styles and in its scripts, so they are kept as short as possible.
 */
export function className(name: string, file: string): string {
  const module = relative(import.meta.dirname, file.replace(/\?.*$/, ''))
  return `${name}_${createHash('sha256').update(module).digest('base64url').slice(0, 4)}`
}
