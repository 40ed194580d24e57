/** A page of what a small town's billing system prints, as a PDF: a large first line, then pairs of words. */
export function billImage(title: string, lines: readonly (readonly [string, string])[]): Buffer {
  const text = (size: number, x: number, y: number, words: string): string =>
    `BT /F1 ${size} Tf ${x} ${y} Td (${words.replaceAll(/[\\()]/g, String.raw`\$&`)}) Tj ET`
  const drawn = [
    text(20, 72, 720, title),
    ...lines.flatMap(([name, value], nth) => [
      text(12, 72, 680 - nth * 22, name),
      text(12, 260, 680 - nth * 22, value),
    ]),
  ].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  let file = '%PDF-1.4\n'
  const places = objects.map((object, index) => {
    const place = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return `${String(place).padStart(10, '0')} 00000 n \n`
  })
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.join('')}`
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(file + table + trailer, 'latin1')
}
