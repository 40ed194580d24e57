import type { Plugin } from 'vite'

const wanted = 'virtual:mantine-variables.css'
const resolved = `\0${wanted}`

/**
 * Writes the theme's CSS variables to a stylesheet at build time. Mantine would otherwise inject a `<style>` element at
 * run time, which the portal's content security policy forbids.
 */
export function mantineVariables(): Plugin {
  return {
    name: 'mantine-variables',
    resolveId: (id) => (id === wanted ? resolved : undefined),
    load: (id) => (id === resolved ? themeVariables() : undefined),
  }
}

async function themeVariables(): Promise<string> {
  const [{ createElement }, { renderToStaticMarkup }, { MantineProvider }, { cssVariablesResolver, theme }] =
    await Promise.all([
      import('react'),
      import('react-dom/server'),
      import('@mantine/core'),
      import('../src/ui/theme.ts'),
    ])
  const provider = createElement(MantineProvider, { theme, cssVariablesResolver, withGlobalClasses: false })
  const css = /<style[^>]*>(.*)<\/style>/s.exec(renderToStaticMarkup(provider))?.[1]
  if (!css) throw new Error('Mantine rendered no CSS variables')
  return css
}
