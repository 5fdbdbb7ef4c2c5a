/** Top-level domains of more than two letters that anybody can register; the others belong to brands or are not part of names. */
export const OPEN_DOMAINS =
  'com|net|org|info|biz|name|mobi|asia|tel|travel|coop|jobs|aero|cat|post|edu|gov|mil|int|arpa|xyz|top|win|shop|site|online|store|club|vip|' +
  'app|dev|pro|live|icu|click|link|work|fun|space|website|web|tech|bet|casino|poker|loans?|men|cfd|sbs|bond|cyou|monster|buzz|lol|rest|' +
  'beauty|hair|skin|makeup|quest|mom|autos?|boats|homes|yachts|cam|dat(?:e|ing)|download|racing|review|stream|trade|party|science|' +
  'webcam|faith|accountant|cricket|bid|life|world|today|news|media|email|cloud|host(?:ing)?|page|blog|wiki|agency|digital|solutions|' +
  'services|group|center|company|international|network|systems|support|help|care|health|clinic|dental|doctor|fit(?:ness)?|yoga|salon|' +
  'spa|fashion|style|tips|tools|guru|ninja|rocks|social|one|ltd|llc|inc|srl|games?|videos?|photos?|gallery|art|design|studio|' +
  'restaurant|pizza|cafe|coffee|bar|pub|wine|beer|money|cash|credit|financ(?:e|ial)|bank|gold|deals|sale|discount|promo|gifts?|free|' +
  'market(?:ing)?|zone|city|house|land|estate|properties|cars|bike|tours|holiday|vacations|hotel|events|show|tickets|school|academy|' +
  'zip|mov|foo|onion|example|test|invalid|localhost'
