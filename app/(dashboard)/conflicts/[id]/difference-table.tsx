import { inertText } from '#components/ui/inert-text.ts'
import type { FieldDifference } from '#lib/web/compare-payloads.ts'
import classes from './difference-table.module.css'

export function DifferenceTable({ differences }: { readonly differences: readonly FieldDifference[] }) {
  return (
    <table className={classes.table} aria-label="Fields that differ">
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Original</th>
          <th scope="col">Second</th>
        </tr>
      </thead>
      <tbody>
        {differences.map(({ path, original, second }) => (
          <tr key={path}>
            <th scope="row">{inertText(path)}</th>
            <td className="tone-red">{original === null ? <em>not there</em> : inertText(original)}</td>
            <td className="tone-green">{second === null ? <em>not there</em> : inertText(second)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
