import { readFileSync } from 'node:fs'
import { cardFeeOf } from '@portal/contract/fees'
import { languageOf, piecesOf } from '@portal/contract/language'
import {
  type PageText,
  type PageTextName,
  type TextBlock,
  type TextRun,
  SafeAddress,
} from '@portal/contract/page-texts'
import type { List, PhrasingContent, Root, RootContent } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { WrongSetting } from './config.ts'
import { shippedFiles } from './profile-schema.ts'
import { type ServerProfile, besideOrShipped } from './profile.ts'

/**
 * Reads the Markdown files that the profile names; they are beside the profile (R23).
 * @throws WrongSetting naming the missing file, or the line that pages cannot show.
 */
export function readPageTexts(profile: ServerProfile, file?: string): Record<PageTextName, PageText> {
  const read = (name: PageTextName): PageText => {
    const path = besideOrShipped(profile.pageTexts[name], shippedFiles.pageTexts[name], file)
    try {
      return parseMarkdown(filled(readFileSync(path, 'utf8'), profile))
    } catch (error) {
      const reason = error instanceof Error ? error.message : 'unreadable'
      throw new WrongSetting(`PROFILE_FILE: ${profile.pageTexts[name]}: ${reason}`)
    }
  }
  return { termsAndConditions: read('termsAndConditions'), privacyPolicy: read('privacyPolicy') }
}

/** What paying by card costs, to who has not begun to pay; undefined where nothing is said of it. */
export function cardFeeInWords(profile: ServerProfile): string | undefined {
  const { cardFee, serviceFees, catalog, locale } = profile
  return cardFee ?? cardFeeOf(serviceFees, languageOf(catalog, locale).t, locale) ?? undefined
}

/** With what the profile says, none of which is Markdown. @throws UnshowableText for a field that there is not */
function filled(markdown: string, profile: ServerProfile): string {
  const values: Readonly<Record<string, string>> = {
    utility: profile.name,
    shortName: profile.shortName,
    state: profile.state,
    hours: profile.customerServiceHours,
    cards: new Intl.ListFormat(profile.locale).format(profile.cardBrands),
    cardFee: cardFeeInWords(profile) ?? '',
  }
  return piecesOf(markdown)
    .map((piece, index) => {
      if (index % 2 === 0) return piece
      const value = values[piece]
      if (value === undefined)
        throw new UnshowableText(`there is no {${piece}}; there are ${Object.keys(values).join(', ')}`)
      return value.replaceAll(/[!-/:-@[-`{-~]/g, String.raw`\$&`)
    })
    .join('')
}

/** Thrown when a text contains something that pages do not show. The message names the line. */
class UnshowableText extends Error {
  override readonly name = 'UnshowableText'
}

/**
 * Reads a page of Markdown into the few kinds of blocks that pages can show: one title, headings of level 2 and 3,
 * paragraphs, flat lists, bold and italic words, and links. Anything else, above all HTML, is refused.
 * @throws UnshowableText
 */
export function parseMarkdown(markdown: string): PageText {
  const { children }: Root = fromMarkdown(markdown)
  const [first, ...rest] = children
  if (first?.type !== 'heading' || first.depth !== 1)
    throw new UnshowableText('it must begin with its title, "# Title"')
  const title = runsOf(first.children).map((run) => run.text)
  return { title: title.join(''), blocks: rest.map(blockOf) }
}

function blockOf(node: RootContent): TextBlock {
  if (node.type === 'paragraph') return { kind: 'paragraph', runs: runsOf(node.children) }
  if (node.type === 'list') return { kind: 'list', isOrdered: node.ordered ?? false, items: itemsOf(node) }
  if (node.type !== 'heading') return refuse(node)
  if (node.depth !== 2 && node.depth !== 3) return refuse(node, 'headings below the title are of level 2 or 3')
  return { kind: 'heading', level: node.depth, runs: runsOf(node.children) }
}

function itemsOf(list: List): TextRun[][] {
  return list.children.map((item) => {
    const [paragraph, ...more] = item.children
    if (paragraph?.type !== 'paragraph' || more.length > 0) return refuse(item, 'an item of a list is one paragraph')
    return runsOf(paragraph.children)
  })
}

type Look = Omit<TextRun, 'text'>

function runsOf(nodes: readonly PhrasingContent[], look: Look = {}): TextRun[] {
  return nodes.flatMap((node): TextRun[] => {
    if (node.type === 'text') return [{ text: node.value.replaceAll('\n', ' '), ...look }]
    if (node.type === 'strong') return runsOf(node.children, { ...look, isStrong: true })
    if (node.type === 'emphasis') return runsOf(node.children, { ...look, isEmphasized: true })
    if (node.type !== 'link') return refuse(node)
    if (!SafeAddress.safeParse(node.url).success) return refuse(node, `a link may not lead to ${node.url}`)
    return runsOf(node.children, { ...look, address: node.url })
  })
}

function refuse(node: RootContent, reason = `"${node.type}" is not supported on pages`): never {
  throw new UnshowableText(`line ${node.position?.start.line ?? '?'}: ${reason}`)
}
