/** Frequent given names in Italy, folded. */
const FIRST_NAMES = new Set(
  `ada adele adriana adriano agata agnese agostino alba alberto aldo alessandra alessandro alessia alessio alex alice amalia ambra
  amelia andrea andreina angela angelica angelo anita anna annalisa annamaria antonella antonia antonietta antonino antonio arianna
  armando arturo asia aurora azzurra barbara bea beatrice benedetta benedetto bianca bruna bruno camilla carla carlo carlotta carmela
  carmelo carmen carolina caterina cecilia celeste chiara cinzia clara claudia claudio concetta corrado costanza cristian cristiana
  cristiano cristina daniela daniele danilo dario davide debora deborah denise diana diego dina dino domenica domenico donatella
  donato edoardo elena eleonora elia eliana elio elisa elisabetta elsa emanuela emanuele emilia emilio emma enrica enrico enzo
  erica erika ernesto ester eugenia eugenio eva fabiana fabio fabiola fabrizio federica federico felice fernanda filippo fiorella
  flavia flavio franca francesca francesco franco fulvio gabriele gabriella gaetano gaia gemma giacomo giada gianluca gianni
  gianpaolo gino gioele gioia giorgia giorgio giovanna giovanni giulia giuliana giuliano giulio giuseppe giuseppina grazia greta
  guido ida igor ilaria ileana immacolata ines irene iris isabella ivan ivana ivano jessica katia lara laura lea leonardo letizia
  lia licia lidia liliana lina linda lisa livia livio loredana lorella lorena lorenza lorenzo luca lucia luciana luciano lucrezia
  luigi luigia luisa maddalena manuel manuela mara marcella marcello marco margherita maria mariangela marianna mariano marina
  mario marisa marta martina martino marzia massimiliano massimo matilde matteo mattia maura maurizio mauro melissa mia michela
  michele milena mirco mirella miriam mirko moira monica nadia nadine natalia nicola nicole nicoletta nicolo nina noemi norma olga
  oliviero ornella oscar ottavia paola paolo pasquale patrizia pia piera piero pietro pina raffaele raffaella rebecca renata renato
  riccardo rita roberta roberto rocco romina rosa rosalba rosanna rosaria rosario rossana rossella sabina sabrina salvatore samanta
  samantha samuel samuele sandra sandro sara sebastiano serena sergio silvana silvano silvia silvio simona simone sofia sonia
  stefania stefano stella susanna tania tatiana teresa tiziana tiziano tommaso ugo umberto valentina valentino valeria valerio
  vanda vanessa vera veronica vincenza vincenzo viola virginia vittoria vittorio viviana walter ylenia zoe`.split(
    /\s+/,
  ),
)

export const isFirstName = (word: string) =>
  FIRST_NAMES.has(
    word
      .normalize('NFD')
      .replace(/[^\p{L}]/gu, '')
      .toLowerCase(),
  )
