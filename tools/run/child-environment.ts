import { env } from 'node:process'

/**
 * The environment of a process started with exactly these settings. Besides them it only gets the path to programs and
 * the folder of Node's compile cache, which saves each start from reading our TypeScript.
 */
export function childEnvironment(settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { PATH: env['PATH'], NODE_COMPILE_CACHE: env['NODE_COMPILE_CACHE'], ...settings }
}
