import { env } from 'node:process'

/**
 * The environment of a process that is started with exactly these settings. In addition it gets only the path to
 * programs and the folder of Node's compile cache, so that each start need not compile our TypeScript again.
 */
export function childEnvironment(settings: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  return { PATH: env['PATH'], NODE_COMPILE_CACHE: env['NODE_COMPILE_CACHE'], ...settings }
}
