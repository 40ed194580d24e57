import type { Plugin } from 'vite'

const core = /\/zod\/v4\/core\/core\.js$/
const jsonSchemaHalf = /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/
const schemas = /\/zod\/v4\/classic\/schemas\.js$/

/**
 * Makes zod suitable for the browser. It must not compile code from text, which the content security policy forbids; its
 * compiler is left out, and so is its JSON Schema half, because only the server writes the API description.
 */
export function zodForBrowsers(): Plugin {
  return {
    name: 'zod-for-browsers',
    apply: 'build',
    transform(code, id) {
      // `z.config` would be too late: schemas read this when they are declared, before any code of ours runs.
      if (core.test(id)) return { code: `${code}\nglobalConfig.jitless = true\n`, map: null }
      if (schemas.test(id)) return { code: withoutCompiler(code), map: null }
      return jsonSchemaHalf.test(id) ? { code: withoutWork(code), map: null } : undefined
    },
  }
}

/**
 * The schemas without the compiler of objects.
 * @throws Error when it is not in its place, as after an update of the package
 */
function withoutCompiler(code: string): string {
  const compiling = 'core.$ZodObjectJIT.init'
  if (!code.includes(compiling)) throw new Error(`zod is written differently now: ${compiling} is not in it`)
  return code.replace(compiling, 'core.$ZodObject.init')
}

/** The same exports, each replaced by a function that does nothing. */
function withoutWork(code: string): string {
  const named = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map((match) => match[1])
  const renamed = [...code.matchAll(/^export \{ \w+ as (\w+) \}/gm)].map((match) => match[1])
  return [
    ...named.map((name) => `export const ${name} = () => undefined`),
    ...renamed.map((name) => `const alias_${name} = () => undefined\nexport { alias_${name} as ${name} }`),
  ].join('\n')
}
