import { type Markup, markup } from '@portal/server/wording/email-html.ts'

export const pagePolicy = "default-src 'none'; style-src 'self'; frame-src 'self'; base-uri 'none'; form-action 'self'"

/** A page that shows what the portal has sent. */
export function page(title: string, body: Markup): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="stylesheet" href="/style.css">
</head>
<body><main>${body}</main></body>
</html>
`.text
}

/** At `/style.css`. */
export const styleSheet = `
:root { color-scheme: light dark; --text: #12202f; --muted: #4b5b6e; --line: #d9e1ea; --link: #0b5cab; --back: #ffffff; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6edf5; --muted: #a9b8c9; --line: #2b3a4f; --link: #7cc0ff; --back: #16213a; }
}
body { margin: 0; padding: 24px 16px; background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 960px; margin: 0 auto; }
a { color: var(--link); }
h1 { font-size: 24px; line-height: 32px; overflow-wrap: anywhere; }
ul { padding: 0; list-style: none; }
li { padding: 12px 0; border-bottom: 1px solid var(--line); overflow-wrap: anywhere; }
li a, li span { display: block; }
dt, .empty, li span { color: var(--muted); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; }
dd { margin: 0; overflow-wrap: anywhere; }
iframe { width: 100%; height: 70vh; border: 1px solid var(--line); border-radius: 8px; }
pre { padding: 16px; border: 1px solid var(--line); border-radius: 8px; overflow: auto; white-space: pre-wrap; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
`
