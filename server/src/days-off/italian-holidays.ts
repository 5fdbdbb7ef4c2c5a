/** A process of its own, which prints the Italian public holidays of some years as JSON: the library takes more memory than a server shall keep. */
import Holidays from 'date-holidays'

const italy = new Holidays('IT', { languages: 'it', types: ['public'] })
const holidays = process.argv
  .slice(2)
  .flatMap((year) => italy.getHolidays(Number(year)).map(({ date, name }) => ({ day: date.slice(0, 10), name })))
process.stdout.write(JSON.stringify(holidays))
