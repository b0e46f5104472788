import { FilterSelect } from './filter-select.tsx'

/** A filter that only links set: it says what they chose, and can be taken away. */
export const ChosenFilter = ({ label, text, onClear }: { label: string; text: string; onClear: () => void }) => (
  <FilterSelect label={label} value={['chosen']} options={[{ value: 'chosen', label: text }]} onChange={onClear} />
)
