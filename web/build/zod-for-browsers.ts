import type { Plugin } from 'vite'

const core = /\/zod\/v4\/core\/core\.js$/
const jsonSchemaHalf = /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/

/**
 * Makes zod suitable for the browser. It must not compile code from text, which the content security policy forbids;
 * and its JSON Schema half (6 KB for every page that validates anything) is left out, because only the server writes
 * the API description.
 */
export function zodForBrowsers(): Plugin {
  return {
    name: 'zod-for-browsers',
    apply: 'build',
    transform(code, id) {
      // Not by calling `z.config`: schemas read this when they are declared, which is before any code of ours runs.
      if (core.test(id)) return { code: `${code}\nglobalConfig.jitless = true\n`, map: null }
      return jsonSchemaHalf.test(id) ? { code: withoutWork(code), map: null } : undefined
    },
  }
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
