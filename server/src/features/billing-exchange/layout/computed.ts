/** A computed column of a layout: columns, texts in quotes, `+`, `-`, and three functions. No code. */
export type Expression =
  | { kind: 'column'; name: string }
  | { kind: 'text'; text: string }
  | { kind: '+' | '-'; left: Expression; right: Expression }
  | { kind: 'call'; name: FunctionName; of: Expression; numbers: readonly number[] }

/** With how many numbers each takes after its text. */
const functions = { pad: 1, trim: 0, slice: 2 } as const
type FunctionName = keyof typeof functions

const token = /\s*(?:([a-z]\w*)|(\d+)|'([^']*)'|([-+(),]))/y

/** @throws SyntaxError saying what is wrong with it */
export function parseExpression(source: string): Expression {
  const tokens = tokensOf(source)
  let at = 0
  const next = () => tokens[at++]
  const take = (mark: string) => {
    const found = next()
    if (found?.mark !== mark) throw new SyntaxError(`${mark} is missing${found ? ` before ${found.source}` : ''}`)
  }

  function sum(): Expression {
    let left = operand()
    for (let mark = tokens[at]?.mark; mark === '+' || mark === '-'; mark = tokens[at]?.mark) {
      at++
      left = { kind: mark, left, right: operand() }
    }
    return left
  }

  function operand(): Expression {
    const found = next()
    if (found?.text !== undefined) return { kind: 'text', text: found.text }
    if (found?.mark === '(') {
      const inner = sum()
      take(')')
      return inner
    }
    if (found?.word === undefined) throw new SyntaxError(`a column is missing${found ? ` before ${found.source}` : ''}`)
    return tokens[at]?.mark === '(' ? call(found.word) : { kind: 'column', name: found.word }
  }

  function call(word: string): Expression {
    const name = isFunction(word) ? word : null
    if (name === null) throw new SyntaxError(`there is no ${word}(); there are ${Object.keys(functions).join(', ')}`)
    take('(')
    const of = sum()
    const numbers = Array.from({ length: functions[name] }, () => {
      take(',')
      const found = next()
      if (found?.number === undefined) throw new SyntaxError(`${name}() lacks a number`)
      return found.number
    })
    take(')')
    return { kind: 'call', name, of, numbers }
  }

  const whole = sum()
  const rest = tokens[at]
  if (rest) throw new SyntaxError(`${rest.source} is not expected`)
  return whole
}

interface Token {
  source: string
  word?: string
  number?: number
  text?: string
  mark?: string
}

function tokensOf(source: string): Token[] {
  const tokens: Token[] = []
  const text = source.trimEnd()
  for (token.lastIndex = 0; token.lastIndex < text.length;) {
    const from = token.lastIndex
    const found = token.exec(text)
    if (!found) throw new SyntaxError(`${text.slice(from)} cannot be read`)
    const [whole, word, number, quoted, mark] = found
    tokens.push({
      source: whole.trim(),
      ...(word !== undefined && { word }),
      ...(number !== undefined && { number: Number(number) }),
      ...(quoted !== undefined && { text: quoted }),
      ...(mark !== undefined && { mark }),
    })
  }
  return tokens
}

function isFunction(word: string): word is FunctionName {
  return Object.hasOwn(functions, word)
}

/** Every column it reads. */
export function columnsIn(expression: Expression): string[] {
  switch (expression.kind) {
    case 'column':
      return [expression.name]
    case 'text':
      return []
    case 'call':
      return columnsIn(expression.of)
    case '+':
    case '-':
      return [...columnsIn(expression.left), ...columnsIn(expression.right)]
  }
}

/** Of a row, by the name of the column, without blanks around it. */
type ValueOf<Row> = (name: string) => (row: Row) => string

/** A text: `+` joins. @throws SyntaxError for what only amounts have */
export function textFormula<Row>(expression: Expression, valueOf: ValueOf<Row>): (row: Row) => string {
  switch (expression.kind) {
    case 'column':
      return valueOf(expression.name)
    case 'text':
      return () => expression.text
    case '+': {
      const [left, right] = [textFormula(expression.left, valueOf), textFormula(expression.right, valueOf)]
      return (row) => left(row) + right(row)
    }
    case '-':
      throw new SyntaxError('texts cannot be subtracted')
    case 'call': {
      const of = textFormula(expression.of, valueOf)
      const [first = 0, last = 0] = expression.numbers
      if (expression.name === 'pad') return (row) => of(row).padStart(first, '0')
      return expression.name === 'trim' ? (row) => of(row).trim() : (row) => of(row).slice(first - 1, last)
    }
  }
}

/** The columns an amount adds, and those it subtracts. @throws SyntaxError for what only texts have */
export function addends(expression: Expression, isAdded = true): { name: string; isAdded: boolean }[] {
  switch (expression.kind) {
    case 'column':
      return [{ name: expression.name, isAdded }]
    case '+':
    case '-':
      return [
        ...addends(expression.left, isAdded),
        ...addends(expression.right, expression.kind === '+' ? isAdded : !isAdded),
      ]
    case 'text':
    case 'call':
      throw new SyntaxError('an amount is a sum of columns')
  }
}
