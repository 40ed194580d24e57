import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PhoneType } from '@portal/contract/contact'
import { contactLines } from '@portal/server/features/billing-exchange/format/contact-file.ts'
import { linesOfFile } from '@portal/server/features/billing-exchange/format/lines.ts'
import type { DemoPerson } from './people.ts'

/** How the demo's billing system answers the contact changes of one person, which it makes as they are asked for. */
interface DemoAnswer {
  /** For CMWEBCHG. */
  lastChange: string
  changed(person: DemoPerson): DemoPerson
  /** By account. */
  routes: ReadonlyMap<string, string>
}
export type DemoAnswers = ReadonlyMap<string, DemoAnswer>

/** Of every contact file in the folder, in the order of their changes. */
export async function readAnswers(folder: string): Promise<DemoAnswers> {
  const names = (await readdir(folder)).filter((name) => /^contacts-.*\.txt$/.test(name)).toSorted()
  const answers = new Map<string, DemoAnswer & { routes: Map<string, string> }>()
  for (const name of names) {
    let person = ''
    for (const line of linesOfFile(await readFile(join(folder, name), 'utf8'), 'contact file')) {
      const change = contactLines.changeLine.read(line)
      person = change?.('personId') ?? person
      const before = answers.get(person) ?? { lastChange: '', changed: (same: DemoPerson) => same, routes: new Map() }
      const edit = editOf(line)
      const route = contactLines.routeLine.read(line)
      if (route) before.routes.set(route('accountId'), route('route'))
      if (person !== '')
        answers.set(person, {
          ...before,
          lastChange: change?.('changeNumber') ?? before.lastChange,
          changed: (imported) => edit(before.changed(imported)),
        })
    }
  }
  return answers
}

function editOf(line: string): (person: DemoPerson) => DemoPerson {
  const email = contactLines.emailLine.read(line)
  if (email) return (person) => ({ ...person, emailAddress: email('emailAddress') })
  const place = contactLines.addressLine.read(line)
  if (place) {
    const [address1, address2, city, postal] = [place('address1'), place('address2'), place('city'), place('postal')]
    return (person) => ({ ...person, address: { address1, address2: address2 || null, city, postal } })
  }
  const phone = contactLines.phoneLine.read(line)
  return phone ? (person) => ({ ...person, phones: phonesAfter(person.phones, phone) }) : (person) => person
}

/** An update of a phone that is gone adds it. */
function phonesAfter(
  before: DemoPerson['phones'],
  phone: (column: 'action' | 'type' | 'sequence' | 'number') => string,
): DemoPerson['phones'] {
  const number = phone('number')
  const isMeant = ({ sequence }: { sequence: number }) => String(sequence) === phone('sequence')
  if (phone('action') === 'D') return before.filter((each) => !isMeant(each))
  if (before.some(isMeant)) return before.map((each) => (isMeant(each) ? { ...each, number } : each))
  const sequence = Math.max(0, ...before.map((each) => each.sequence)) + 1
  return [...before, { sequence, type: PhoneType.parse(phone('type')), number }]
}
