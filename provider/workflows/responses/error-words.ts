/** The names and words with which services report errors. Names are normalised: see `normaliseName`. */
import { PARTS } from "./conventions.js";
import { alternatives, names, splitCamelCase } from "./names-and-values.js";

export const ERROR_FIELD = names(`
  (?:partial)?(?:errors?|failures?)|errs?|faults?|exceptions?|problems?
  errors?(?:codes?|messages?|msgs?|descriptions?|details?|types?|names?|text|reasons?|info|information|data)
  errors?(?:list|status|numbers?|no|object|response|body|summary|occurred|keys?)
  err(?:code|msg|no|message)
  fault(?:code|string|message|detail)
  exception(?:message|type|class|name|code|detail)
  failure(?:message|reason|code|detail|type)
`);
export const SUCCESS_FLAG = names(
  "(?:is|was)?(?:request)?(?:success|successful|successfully|succeeded|succeed|ok|okay)",
);
export const FAILURE_FLAG = names(`
  (?:is|has|was|did)?(?:an?)?(?:errors?|fail|failed|(?:partial)?failure|faulted|fault|errored)(?:occurred)?
  (?:is|has|was|did)?(?:an?)?(?:partialsuccess|timedout|timeout)(?:occurred)?
`);
/** Fields that name the kind of a body: most words in them describe what is listed. */
export const KIND = names("type|object|kind|category|level|severity|typename|class|name|title");
export const STATE = names(`
  status|state|result|outcome|stat|ack|reply|code|statuscodetext
  (?:response|result|return|request|status|http|api|operation|query)(?:status|code|type|state|text|message|result)
`);
export const STATUS_NUMBER = names(`
  status|code|httpstatuscode|statuscode
  (?:http|response|result|return|api|status|error)(?:status|code|statuscode|httpstatuscode)
`);
export const RETURN_CODE = names(`
  rc|ret|code|errno|status|result
  (?:ret|return|result|response|status)(?:val|code|no)
`);
export const MESSAGE = names(`
  messages?|msg|detail|details|description|reason|reasons|title|text|cause|summary
  (?:status|response|result|return|ret|error|user|developer)(?:message|msg|text|description)
`);
/** Texts that explain an error. A title and a description are not among them: workflows have these too. */
export const EXPLANATION = names("(?:error|user|developer)?(?:messages?|msg)|details?|text|reasons?");
/** Names beside an error that describe it or the request. */
export const BESIDE_ERROR = names(`
  (?:request|trace|correlation|error)?(?:id|uuid)
  timestamp|time|path|instance|method|version|help|documentationurl|moreinfo|metadata|meta
`);
/** Names beside an error that say which part of the request it is about. */
export const FIELD_AT_FAULT = names("fields?|parameters?|params?|property|propertyname|propertypath|pointer");
/** Objects that describe the response, beside those that describe its pages. */
export const STATE_OBJECT = names(
  "status|result|response(?:status|metadata|header)?|outcome|state|head|shards|clusters",
);
/** Fields that name the parts of the service, or of the request, that are not in the response. */
export const LEFT_OUT = names(`
  unreach(?:able|ed)(?:s|${PARTS})?|unprocessed[a-z]*
  (?:unavailable|unresponsive|failed|missing|skipped)${PARTS}
`);
/** Fields that workflows have and errors do not. */
export const OF_WORKFLOW = names("id|uid|uuid|key|name|slug|self|href|workflow.*");

export const KIND_WORD = names("errors?|fault|fatal|failure|problem|(?!no).*(?:error|exception|(?<!de)fault)");
export const ERROR_WORD = names(`
  errors?|err|fail|failed|failure|fault|exception|unknownerror|fatal|critical|ko|nok|notok|unsuccessful
  unavailable|serviceunavailable|internal|internalerror|internalservererror|servererror
  timeout|timedout|gatewaytimeout|deadlineexceeded
  denied|accessdenied|permissiondenied|forbidden|unauthori[sz]ed|unauthenticated
  notfound|badrequest|invalid[a-z]*|rejected|aborted|cancelled|canceled
  throttled|ratelimited|toomanyrequests|resourceexhausted|overloaded
  maintenance|degraded|down|incomplete|partial[a-z]*|dataloss
  (?!no).*(?:error|exception|(?<!de)fault|failure|failed|unavailable|timeout|denied)
`);
export const NOT_GRANTED = names(`
  ${SUCCESS_FLAG.source}
  ${STATE.source}
  ${KIND.source}
  (?:is|was)?(?:authenticated|authori[sz]ed|loggedin|valid|allowed|permitted|granted|licensed)
  (?:is|was)?(?:ready|healthy|available|online|connected|(?:job|query|request)complete)
`);
export const OUT_OF_ORDER = names(`
  (?:is|in|was)?(?:maintenance(?:mode)?|degraded|offline|down|busy|loading|pending|indexing|initiali[sz]ing)
  (?:is|in|was)?(?:unavailable|unauthori[sz]ed|throttled|ratelimited)
  (?:is|in|was)?(?:login|auth|authentication|authori[sz]ation|reauth[a-z]*|consent)(?:is)?(?:required|needed)
  (?:is|in|was)?(?:verification|captcha|mfa|payment|upgrade)(?:is)?(?:required|needed)
  (?:is|in|was)?(?:requires|needs)(?:login|auth[a-z]*|consent|verification)
  (?:is|in|was)?(?:(?:rate|request|usage)limit(?:exceeded|reached)|quota(?:exceeded|reached))
  (?:is|in|was)?(?:licen[cs]e|session|token|subscription|trial|account)?expired
`);
export const NOT_READY = names(`
  pending|processing|inprogress|running|queued|loading|initiali[sz]ing|starting|indexing|rebuilding|preparing|notready
  ng|e|unknown
`);
/** Reasons for which a service lists nothing: `OVER_QUERY_LIMIT`, `LOGIN_REQUIRED`, `QUOTA_EXHAUSTED`, `TOKEN_EXPIRED`. */
export const REFUSAL_WORD = names(`
  over[a-z]*limit
  .*(?:limit|quota)(?:reached|exceeded|exhausted)
  .*(?:exceeded|exhausted|expired|required|suspended|disabled|blocked|locked|throttled|revoked|deactivated)
  (?:no|not|un)(?:access|permission|allowed|permitted|authori[sz]ed|authenticated|ready|supported|licensed|configured)
`);
/** Fields with the address of a login page. */
export const LOGIN_FIELD = names(`
  redirect(?:to|url|uri)?
  (?:login|signin|auth|sso)(?:page)?(?:url|uri|link|location)
`);

const ERROR_TEXT = new RegExp(
  alternatives(String.raw`
    \b(?:err(?:or|ors)?|fail(?:s|ed|ure|ures)?|exceptions?|problem|wrong|broken|oops|sorry)\b
    \b(?:erreur|errore|erro|fallo|falha|fout)\b
    \b(?:unavailable|time[d]?[ -]?out|is down|offline|outage|maintenance|shutting down|overload(?:ed)?|degraded)\b
    \b(?:crash(?:ed)?|abort(?:ed)?|internal|unexpected|upstream|disconnected|unhealthy|no healthy|no connection)\b
    \b(?:denied|forbidden|unauthori[sz]ed|unauthenticated|refused|rejected|expired|invalid|missing|not found)\b
    \b(?:not (?:allowed|permitted|authori[sz]ed|available|supported|authenticated))\b
    \b(?:could not|cannot|can't|unable|try again|retry|later)\b
    \b(?:exceeded|too many|throttl\w*|limit(?:ed)? (?:reached|exceeded))\b
    \b(?:credentials?|api[ -]?keys?|authenticat\w*|authori[sz]ation|permissions?|admin rights)\b
    \b(?:no such|does not exist|must (?:be|have)|needs? to)\b
    fehler(?:n|s|code|meldung)?(?![a-zäöüß])|verweigert|fehlgeschlagen|(?:abgelaufen|gesperrt)\b|ungültig|zeitüberschreitung
    nicht (?:verfügbar|erreichbar|autorisiert|berechtigt|erlaubt|angemeldet)|keine berechtigung|wartungs(?:arbeit|modus)|später erneut
    échec|échoué|invalide\b|refusé|expiré|dépassé|indisponible|non autoris|réessayer|hors service
    denegad|caducad|expirad|agotado|inválid|no válid|no autorizad|no disponible|mantenimiento|inténtel
    (?:acesso|accesso) nega|indisponível|non disponibile|geweigerd|niet beschikbaar
    エラー|失敗|拒否|できません|権限があり|タイムアウト|メンテナンス|期限(?:が)?切れ|無効|不正
    错误|失败|异常|无权限|没有权限|不可用|无效|超时|繁忙|拒绝|过期|稍后|錯誤|無權限|오류|실패|거부|권한이 없|만료
    ошибка|запрещ|недоступ|отказано|błąd
  `),
  "iu",
);
/** Phrases that deny an error: "No errors", "Keine Fehler", "Aucune erreur". */
const NO_ERROR_TEXT = new RegExp(
  alternatives(String.raw`
    \b(?:no|without|zero|0|keine?n?|ohne|aucune?|sans|pas d['’]|sin|ning[uú]na?|nessuna?|senza|sem|nenhuma?|geen|zonder)\s*(?:errors?|problems?|failures?|exceptions?|fehler|erreurs?|échecs?|errore|errori|errores|erros?|fallos?|falhas?|fouten)(?![a-zà-ÿ])
    fehler(?:frei|los)
    (?:没有|沒有|无|無)(?:错误|錯誤|异常|失败)|(?:エラー|失敗)(?:は|が)?(?:なし|無し|ない|ありません)|(?:오류|실패)(?:가|는)?\s*없
  `),
  "giu",
);
const SUCCESS_TEXT = new RegExp(
  alternatives(String.raw`
    ^(?:ok(?:ay)?|success\w*|succeeded|done|complete[d]?|fine|good|accepted|created|normal)\b
    \b(?:success(?:ful|fully)?|retrieved|fetched|listed|returned|loaded|found|executed|completed)\b
    成功
  `),
  "i",
);
/** A string that reports an empty listing: "No workflows found". "No API key found" does not. */
const NOTHING_TEXT = /^(?:no|0|zero|nothing)\b.*\b(?:found|available|exists?|yet|match\w*|to show)/i;
const OF_ACCESS =
  /\b(?:keys?|tokens?|credentials?|auth\w*|permissions?|access|sessions?|subscriptions?|licen[cs]es?|accounts?|users?|tenants?)\b/i;
const NEGATION = /\b(?:no|not|cannot|without)\b(?!\s+(?:errors?|problems?|issues?|failures?|warnings?))|n't\b/i;
/** Texts that are codes of success. For numbers see `isOtherCode`. */
export const SUCCESS_CODE = /^(?:\d*|s|ok(?:ay)?|success\w*|succeeded|done|completed?)$/i;
/** Values of an error field that report no error. */
export const NO_ERROR = /^\s*(?:|0+|none|null|nil|false|no|ok|okay|success\w*|no ?errors?|n\/a|-|200)\s*\.?$/i;

/** Whether a text reports success, or an empty listing. */
export function reportsSuccess(text: string): boolean {
  const isNothing = NOTHING_TEXT.test(text) && !OF_ACCESS.test(text);
  const rest = text.replace(/\bnot found\b/gi, "");
  return isNothing || (SUCCESS_TEXT.test(rest) && !NEGATION.test(rest));
}

/** Whether a text has the words of an error, and does not deny one. A name such as InternalServerError is words too. */
export function reportsFailure(text: string): boolean {
  return ERROR_TEXT.test(splitCamelCase(text.replace(NO_ERROR_TEXT, "")));
}
