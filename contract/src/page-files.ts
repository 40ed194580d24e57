import { z } from 'zod'
import { callGroups } from './call.ts'

/** Files of the build and addresses of calls that a page asks for as it opens. */
const Files = z.object({
  scripts: z.array(z.string()),
  styles: z.array(z.string()),
  laterScripts: z.array(z.string()),
  laterStyles: z.array(z.string()),
  /** `GET` calls without parameters that depend on the person. */
  calls: z.array(z.object({ group: z.enum(callGroups), path: z.string() })),
})
export type Files = z.infer<typeof Files>

/** By path, beyond those of every page. The server names them in the HTML, so that they load at once. */
export const PageFiles = z.record(
  z.string(),
  z.object({
    /** Others are sent elsewhere; `payer` is anyone at the address of a payment. */
    audience: z.enum(['anyone', 'logged out', 'customer', 'administrator', 'payer']),
    page: Files,
    /** For the view that the address names: `?view=bills`. */
    views: z.record(z.string(), Files),
  }),
)
export type PageFiles = z.infer<typeof PageFiles>

export const pageFilesName = '.vite/page-files.json'
