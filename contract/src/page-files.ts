import { z } from 'zod'
import { callGroups } from './call.ts'

/** What a page asks for as soon as it opens: names of files of the build, and addresses of calls. */
const Files = z.object({
  /** Scripts it cannot be shown without. */
  scripts: z.array(z.string()),
  styles: z.array(z.string()),
  laterScripts: z.array(z.string()),
  laterStyles: z.array(z.string()),
  /** `GET` calls whose answers it waits for. None has parameters that depend on the person. */
  calls: z.array(z.object({ group: z.enum(callGroups), path: z.string() })),
})
export type Files = z.infer<typeof Files>

/**
 * The files that each page needs in addition to those of every page, by its path. The web build writes it, and the
 * server names the files in the page's HTML so that the browser need not discover them step by step.
 */
export const PageFiles = z.record(
  z.string(),
  z.object({
    /**
     * Who the page is for. Others are sent to another page and need none of its files. A `payer` is
     * anyone who opens the address of a payment.
     */
    audience: z.enum(['anyone', 'logged out', 'customer', 'administrator', 'payer']),
    page: Files,
    /** Further files for the view that the address names: `?view=bills`. */
    views: z.record(z.string(), Files),
  }),
)
export type PageFiles = z.infer<typeof PageFiles>

/** Where the file is in the folder of the built web app. */
export const pageFilesName = '.vite/page-files.json'
