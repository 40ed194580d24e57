import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

const brand: MantineColorsTuple = [
  '#eaf3fc',
  '#d2e5f8',
  '#a5cbf1',
  '#7cc0ff',
  '#4a94dc',
  '#2f7fd1',
  '#1a6cc0',
  '#0b5cab',
  '#084a8b',
  '#06386a',
]

/** The portal's theme: one blue, the system typeface, large controls. */
export const theme = createTheme({
  colors: { brand },
  primaryColor: 'brand',
  primaryShade: { light: 7, dark: 3 },
  fontFamily: "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Helvetica Neue', Arial, sans-serif",
  headings: { fontWeight: '700' },
  defaultRadius: 8,
  respectReducedMotion: true,
  cursorType: 'pointer',
})

/**
 * Every colour of the portal by meaning: light, dark. Text has a contrast of at least 4.5:1, borders of controls 3:1.
 */
const colors = {
  canvas: ['#f4f7fa', '#0f172a'],
  surface: ['#ffffff', '#16213a'],
  text: ['#12202f', '#e6edf5'],
  muted: ['#4b5b6e', '#a9b8c9'],
  brand: ['#0b5cab', '#7cc0ff'],
  'brand-hover': ['#084a8b', '#a9d5ff'],
  'brand-tint': ['#eaf3fc', '#16304d'],
  'on-brand': ['#ffffff', '#06223f'],
  control: ['#76869a', '#71839a'],
  divider: ['#d9e1ea', '#2b3a4f'],
  error: ['#b3261e', '#ffb4ab'],
  'error-tint': ['#fdecea', '#3b1512'],
  success: ['#12703f', '#7ddba3'],
  'success-tint': ['#e7f6ec', '#10301f'],
  warning: ['#7a4d00', '#ffd479'],
  'warning-tint': ['#fff4d6', '#33270a'],
  'chart-bar': ['#2f7fd1', '#5aa9f0'],
  'chart-average': ['#b3261e', '#ff8f84'],
  // The band behind the welcome is dark in both schemes; its text is always white.
  'hero-from': ['#0b5cab', '#0b3d73'],
  'hero-to': ['#063b73', '#0a2140'],
} as const

/** Sets Mantine's variables to our colours, and adds `--canvas`, `--surface` and the rest of the list above. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: { '--shadow': '0 1px 2px rgb(16 32 47 / 0.08)' },
  light: variablesOf(0),
  dark: variablesOf(1),
})

function variablesOf(index: 0 | 1): Record<string, string> {
  const own = Object.fromEntries(Object.entries(colors).map(([name, pair]) => [`--${name}`, pair[index]]))
  return {
    ...own,
    '--mantine-color-body': colors.canvas[index],
    '--mantine-color-text': colors.text[index],
    '--mantine-color-dimmed': colors.muted[index],
    '--mantine-color-placeholder': colors.muted[index],
    '--mantine-color-error': colors.error[index],
    '--mantine-color-anchor': colors.brand[index],
    '--mantine-color-default-border': colors.control[index],
  }
}
