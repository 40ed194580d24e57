import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { PageText, PageTextName } from '@portal/contract/page-texts'
import { WrongSetting } from './config.ts'
import { parseMarkdown } from './parse-markdown.ts'
import { type ServerProfile, profileFile } from './profile.ts'

/**
 * Reads the Markdown files that the profile names; they are beside the profile (R23).
 * @throws WrongSetting naming the missing file, or the line that pages cannot show.
 */
export function readPageTexts(profile: ServerProfile, file?: string): Record<PageTextName, PageText> {
  const folder = dirname(profileFile(file))
  const read = (name: PageTextName): PageText => {
    try {
      return parseMarkdown(readFileSync(resolve(folder, profile.pageTexts[name]), 'utf8'))
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unreadable'
      throw new WrongSetting(`PROFILE_FILE: ${profile.pageTexts[name]}: ${reason}`)
    }
  }
  return { termsAndConditions: read('termsAndConditions'), privacyPolicy: read('privacyPolicy') }
}
