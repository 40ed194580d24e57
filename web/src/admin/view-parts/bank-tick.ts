import { exceptionsTexts } from '@portal/contract/exceptions-texts'
import { z } from 'zod'
import { tick } from '#ui/form/fields.tsx'
import { rule } from '#ui/form/rule.ts'
import { t } from '#ui/text/t.ts'

/** Before a refund of a payment that its bank may still return. */
export const bankTick = {
  bankNotAsked: tick(
    { id: 'bank-not-asked', label: t(exceptionsTexts.bankNotAsked), required: true },
    rule(z.literal(true, exceptionsTexts.bankNotAskedMissing)),
  ),
}
