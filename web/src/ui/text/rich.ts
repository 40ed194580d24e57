import { type HoleValues, piecesOf } from '@portal/contract/language'
import { createElement, Fragment, type ReactNode } from 'react'
import { t } from './t.ts'

/** A sentence with elements in it, such as a link: `rich('Read our {terms}.', { terms: <a … /> })`. */
export function rich<const Text extends string>(text: Text, ...[values]: HoleValues<Text, ReactNode>): ReactNode {
  const elements = new Map<string, ReactNode>(Object.entries(values ?? {}))
  return piecesOf(t<string>(text)).map((piece, index) =>
    createElement(Fragment, { key: index }, index % 2 === 0 ? piece : elements.get(piece)),
  )
}
