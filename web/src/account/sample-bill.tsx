import { payNowTexts } from '@portal/contract/pay-now-texts'
import { useState } from 'react'
import { TextButton } from '#ui/button/text-button.tsx'
import { BillIcon } from '#ui/icons.tsx'
import { Dialog } from '#ui/overlay/dialog.tsx'
import { SampleBillImage } from './sample-bill-image.tsx'
import classes from './sample-bill.module.css'

/** The link 'Where can I find my account number?' and the sample bill that it opens (C§2.3, C§2.6). */
export function WhereIsMyNumber({ isOpenAtFirst = false }: { readonly isOpenAtFirst?: boolean }) {
  const [isOpen, setOpen] = useState(isOpenAtFirst)
  return (
    <>
      <TextButton icon={<BillIcon />} onClick={() => setOpen(true)}>
        {payNowTexts.whereIsMyNumber}
      </TextButton>
      <Dialog open={isOpen} title={payNowTexts.whereIsMyNumber} onClose={() => setOpen(false)}>
        <div className={classes.sample}>
          <p>Your 10-digit account number is at the top right of your bill. The zip code is in your mailing address.</p>
          <SampleBillImage />
        </div>
      </Dialog>
    </>
  )
}
